import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = join(ROOT, 'tests/support/structured-data.generated.ts');

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  types: [],
};

/**
 * Checks structured data against schema.org's vocabulary: writes it as TypeScript and lets the compiler check it
 * with schema-dts, whose types are generated from that vocabulary. Unknown properties, unknown types and values
 * of the wrong kind are errors.
 *
 * @param graphs the contents of `<script type="application/ld+json">`, parsed
 * @returns the errors; empty if there are none
 */
export function findSchemaOrgErrors(graphs: readonly unknown[]): string[] {
  const source = [
    "import type { Graph } from 'schema-dts';",
    ...graphs.map((graph, index) => `export const graph${index}: Graph = ${JSON.stringify(graph)};`),
  ].join('\n');

  const host = ts.createCompilerHost(OPTIONS);
  const disk = { ...host };
  host.fileExists = (file) => file === FILE || disk.fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === FILE
      ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022)
      : disk.getSourceFile(file, ...rest);

  const program = ts.createProgram([FILE], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').slice(0, 600));
}
