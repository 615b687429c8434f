/** Returns a time as the names of files have it: `20260301T120000Z`. */
export const fileStamp = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
