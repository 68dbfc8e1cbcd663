import { validateChat } from '#lead/chat.ts';
import { validateValuation } from '#lead/valuation.ts';
import { createInstallation } from '../../support/server/installation.ts';
import { startProbed } from '../../support/load/server-with-probe.ts';

type Row = Record<string, string | null>;

/**
 * Every way to split a name into first and last name: at each of its spaces. The valuation form has two fields, but a
 * row has only the joined name.
 */
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

/**
 * Starts the real server with a probe inside (`tests/support/load/memory-probe.ts`). The probe reports the server's memory,
 * which shows leaks, and a fingerprint of JavaScript's built-in prototypes, which shows whether a request has changed
 * one.
 */
export async function startAttackedServer() {
  const installation = await createInstallation();
  const { server, probe } = await startProbed(installation);
  return {
    url: server.url,
    dataDir: installation.dataDir,
    probe,
    /** The stored rows that the forms' schemas would refuse, and that the database should have refused too. */
    findInvalidRows: async () => {
      const rows = await installation.query(
        'select name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source from public.leads',
      );
      return (rows as Row[]).filter((row) => !isValid(row));
    },
    findErrors: () => server.log.filter(({ level }) => level >= 50),
    close: installation.close,
  };
}
