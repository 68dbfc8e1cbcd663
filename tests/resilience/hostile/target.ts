import { validateChat } from '#lead/chat.ts';
import { validateValuation } from '#lead/valuation.ts';
import { createInstallation } from '../../support/installation.ts';
import { startProbed } from '../../support/probed-server.ts';

type Row = Record<string, string | null>;

export type Target = Awaited<ReturnType<typeof startTarget>>;

/** The first and last names from which a name may have been joined: any of its spaces may be the one between them. */
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

/** The real server, with a probe inside that reports what no response shows. */
export async function startTarget() {
  const installation = await createInstallation();
  const { server, probe } = await startProbed(installation);
  return {
    url: server.url,
    dataDir: installation.dataDir,
    probe,
    /** The stored rows that the forms' own schemas would refuse. */
    findInvalidRows: async () => {
      const rows = await installation.query(
        'select name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source from public.leads',
      );
      return (rows as Row[]).filter((row) => !isValid(row));
    },
    /** The failures that the server has logged as its own. */
    findErrors: () => server.log.filter(({ level }) => level >= 50),
    close: installation.close,
  };
}
