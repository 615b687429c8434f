/** What a portal page and its access points give the sheets of vouchers. */
export interface SheetLook {
  /** Heading; null: none. */
  readonly title: string | null;
  /** Code of the first language; null: that of the organization. */
  readonly language: string | null;
  /** A colour as #rrggbb; null: black. */
  readonly color: string | null;
  /** PNG or JPEG; null: none that can be printed. */
  readonly logo: Uint8Array | null;
  /** TrueType or WOFF; null: none. */
  readonly font: Uint8Array | null;
  /** Name of the network, where all access points have the same; null: none, or several. */
  readonly ssid: string | null;
}

/** Finds the look of sheets by place. */
export interface SheetLooks {
  find(place: {
    readonly organization: number;
    /** Null: any. */
    readonly location: number | null;
  }): Promise<SheetLook>;
}

declare module './gateway.ts' {
  interface DomainState {
    readonly sheetLooks: SheetLooks;
  }
}
