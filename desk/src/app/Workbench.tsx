/** The list and, beside it from 1024 px, the lead. */
export function Workbench() {
  return <h1>Now</h1>;
}
