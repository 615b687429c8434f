import {
  observeWindowOffset,
  observeWindowRect,
  windowScroll,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** From this many rows on, only those near the view are drawn. */
const fewRows = 80;

interface VirtualRowsProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly columns: number;
  readonly children: (index: number) => ComponentChildren;
  /** Called with the last row that is drawn. */
  readonly onReach?: (index: number) => void;
}

/** The body of a table that draws the rows near the view; a space above and below stands for the others. */
export function VirtualRows({ count, rowHeight, columns, children, onReach }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const range = useRange(body, count, rowHeight);
  const last = range.end - 1;
  useEffect(() => {
    onReach?.(last);
  }, [last, onReach]);
  const shown = Array.from({ length: range.end - range.start }, (_, index) => range.start + index);
  return (
    <tbody ref={body}>
      <Space height={range.start * rowHeight} columns={columns} />
      {shown.map((index) => children(index))}
      <Space height={(count - range.end) * rowHeight} columns={columns} />
    </tbody>
  );
}

function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr class="space" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}

const overscan = 12;
const rowsOfStep = 8;

/** The rows in view. */
interface InView {
  readonly startIndex: number;
  readonly endIndex: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the rows to draw, in steps, so that not every row that comes into view draws the table again. */
function stepped(old: Range, { startIndex, endIndex }: InView): Range {
  const start = Math.max(0, Math.floor((startIndex - overscan) / rowsOfStep) * rowsOfStep);
  const end = Math.ceil((endIndex + 1 + overscan) / rowsOfStep) * rowsOfStep;
  return start === old.start && end === old.end ? old : { start, end };
}

function useRange(
  body: { readonly current: HTMLElement | null },
  count: number,
  rowHeight: number,
): Range {
  const isLong = count > fewRows;
  const [range, setRange] = useState<Range>({ start: 0, end: Math.min(count, fewRows) });
  useEffect(() => {
    if (!isLong) return;
    const one = new Virtualizer<Window, Element>({
      count,
      estimateSize: () => rowHeight,
      getScrollElement: () => window,
      observeElementRect: observeWindowRect,
      observeElementOffset: observeWindowOffset,
      scrollToFn: windowScroll,
      scrollMargin: (body.current?.getBoundingClientRect().top ?? 0) + scrollY,
      overscan,
      onChange: ({ range: next }) => {
        if (next) setRange((old) => stepped(old, next));
      },
    });
    one._willUpdate();
    return one._didMount();
  }, [isLong, count, rowHeight, body]);
  if (!isLong) return { start: 0, end: count };
  return { start: Math.min(range.start, count), end: Math.min(range.end, count) };
}
