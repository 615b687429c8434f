/** Severities of alerts, the lowest first. */
export const severities = ['info', 'warning', 'critical'] as const;
