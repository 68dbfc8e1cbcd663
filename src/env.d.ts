declare namespace App {
  interface Locals {
    /** The MDX file that `Prose` is printing, for the errors of the components inside it. */
    contentFile: string;
  }
}

interface Document {
  /** True while the browser makes the page ready in advance; TypeScript does not know it yet. */
  readonly prerendering?: boolean;
}
