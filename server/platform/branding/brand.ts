/** What this process serves without reading the database: pages, manifests and icons show it. */
export interface Brand {
  name: string;
  color: string;
  /** Undefined for the product's colour, whose shades the browser knows. */
  shades: string[] | undefined;
  /** Addresses of the operator's images. */
  logo: string | undefined;
  icon: string | undefined;
  /** Different after each change of the icons. Empty: those of the build. */
  iconVersion: string;
  /** The name of the sign-in provider on the login page; undefined without one. */
  providerName: string | undefined;
  files: BrandFile[];
}

export interface BrandFile {
  address: string;
  type: string;
  body: Buffer;
  /** Whether another image has another address. */
  isFixed: boolean;
}

export interface BrandSource {
  readonly current: Brand;
  /** Calls `listener` with each later brand. */
  onChange(listener: (brand: Brand) => Promise<void>): void;
  /** Reads the brand again, at most once a second, for an image that is not known yet. Throws if it can't be read. */
  readAgain(): Promise<void>;
}
