import { saveCsv } from '../app/download.ts';
import { Button } from '../design/button.tsx';

interface CsvButtonProps {
  /** Returns path and query of the rows when they are saved. */
  readonly path: () => string;
  /** Name of the file, without its ending. */
  readonly name: string;
}

/** Saves the rows that the filters of the address leave, as CSV. */
export function CsvButton({ path, name }: CsvButtonProps) {
  return (
    <Button icon="download" onPress={() => void saveCsv(path(), name)}>
      CSV
    </Button>
  );
}
