import { validateChat } from '#lead/chat.ts';
import { validateValuation } from '#lead/valuation.ts';
import { createInstallation } from '../../support/installation.ts';
import { startProbed } from '../../support/server-with-probe.ts';

type Row = Record<string, string | null>;

export type AttackedServer = Awaited<ReturnType<typeof startAttackedServer>>;

/** Every way to split a stored name into first and last name: at each of its spaces. */
function namesOf(name: string): { firstName: string; lastName: string }[] {
  return [...name.matchAll(/ /g)].map(({ index }) => ({
    firstName: name.slice(0, index),
    lastName: name.slice(index + 1),
  }));
}

function isValid(row: Row): boolean {
  const answers = Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? '']));
  if (row.source === 'chat_widget') return validateChat(answers).ok;
  const { name = '', property_type: propertyType = '', property_condition: condition = '' } = answers;
  return namesOf(name).some(
    (names) => validateValuation({ ...answers, ...names, propertyType, condition }).ok,
  );
}

/** Starts the real server with `memory-probe.ts`, which reports its memory and a fingerprint of the built-in prototypes. */
export async function startAttackedServer() {
  const installation = await createInstallation();
  const { server, probe } = await startProbed(installation);
  return {
    url: server.url,
    dataDir: installation.dataDir,
    probe,
    /** The stored rows that the forms' schemas would refuse. */
    findInvalidRows: async () => {
      const rows = await installation.query(
        'select name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source from public.leads',
      );
      return (rows as Row[]).filter((row) => !isValid(row));
    },
    /** The lines that the server has logged as errors. */
    findErrors: () => server.log.filter(({ level }) => level >= 50),
    close: installation.close,
  };
}
