/** What this process serves without reading the database: the page, the manifests and the icons show it. */
export interface Brand {
  name: string;
  color: string;
  /** Undefined for the product's colour, whose shades the browser knows. */
  shades: string[] | undefined;
}

export interface BrandSource {
  readonly current: Brand;
  /** Calls `listener` with each later brand. */
  onChange(listener: (brand: Brand) => Promise<void>): void;
}
