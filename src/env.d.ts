declare namespace App {
  interface Locals {
    /** The MDX file that `Prose` is printing, for the errors of the components inside it. */
    contentFile: string;
  }
}
