/** The elements of a message that are kept while it is parsed: those at some paths, with all below them and what leads there. */
export interface Selection {
  /** True: everything from here on is kept. */
  readonly isAll: boolean;
  readonly below: ReadonlyMap<string, Selection>;
}

export const everything: Selection = { isAll: true, below: new Map() };

interface OpenSelection extends Selection {
  isAll: boolean;
  readonly below: Map<string, OpenSelection>;
}

/** Returns what paths select. @param paths  local names from below the root: `data/system/hostname` */
export function selectionOf(paths: readonly string[]): Selection {
  const root = emptySelection();
  for (const path of paths) {
    let at = root;
    for (const name of path.split('/').filter(Boolean)) {
      const next = at.below.get(name) ?? emptySelection();
      at.below.set(name, next);
      at = next;
    }
    at.isAll = true;
  }
  return root;
}

/** Returns the selection inside a child of a selected element; undefined if the child is not selected. */
export function selectBelow(selection: Selection, name: string): Selection | undefined {
  return selection.isAll ? everything : selection.below.get(name);
}

function emptySelection(): OpenSelection {
  return { isAll: false, below: new Map() };
}
