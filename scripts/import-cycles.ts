import { join, relative } from 'node:path';
import ts from 'typescript';
import { printError } from './print.ts';

/**
 * Lists files that import each other, directly or through other files, and exits with 1 if there are any. Such files
 * can only be read, tested and moved together. Imports of types and dynamic imports count too: knip and ESLint's
 * plugins skip them. Reads the files of the `tsconfig.json` in the working directory.
 */
const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
  ts.sys,
  process.cwd(),
);
const cache = ts.createModuleResolutionCache(process.cwd(), (name) => name, options);
const files = new Set(fileNames.map((name) => join(name)));

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(ts.sys.readFile(file) ?? '', true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const { resolvedModule } = ts.resolveModuleName(fileName, file, options, ts.sys, cache);
    return resolvedModule && files.has(resolvedModule.resolvedFileName)
      ? [resolvedModule.resolvedFileName]
      : [];
  });
}

const cycles: string[] = [];
const done = new Set<string>();

/** Searches depth first. @param path the files from the first one to this one, each of which imports the next */
function visit(file: string, path: readonly string[]): void {
  if (path.includes(file)) {
    const cycle = [...path.slice(path.indexOf(file)), file];
    cycles.push(cycle.map((name) => relative('', name)).join(' → '));
  } else if (!done.has(file)) {
    for (const imported of importsOf(file)) visit(imported, [...path, file]);
    done.add(file);
  }
}

for (const file of files) visit(file, []);
for (const cycle of cycles) printError(`These files import each other: ${cycle}`);
if (cycles.length > 0) process.exitCode = 1;
