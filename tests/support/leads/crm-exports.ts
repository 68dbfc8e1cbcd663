/**
 * Exports of five programs. Each has the same three sellers, as far as the program's columns allow: a new one, one with
 * a next step, and one who must not be called. `server/operations/import/columns.ts` names the sources of the columns.
 */
type CrmExport = { name: string; bytes: Buffer };

const utf8 = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'));

/** Encodes a text in Windows-1252, which differs from Latin-1 in two characters of these texts. */
const windows1252 = (text: string) =>
  Buffer.from(text.replaceAll('€', '\u0080').replaceAll('’', '\u0092').replaceAll('\n', '\r\n'), 'latin1');

const HUBSPOT = `Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Lead Status,Lifecycle Stage,Street Address,City,Postal Code,Original Traffic Source,Create Date,Last Contacted,Next Activity Date,Message
101,Mairi,O'Hara,mairi@example.com,0131 496 0101,07700 900101,Desk,New,Lead,3 Leith Walk,Edinburgh,EH6 6QQ,Organic Search,2024-05-03 14:22,,,How does this work?
102,Iain,Test,iain@example.com,,07700 900102,Desk,Attempted to Contact,Lead,"Flat 2, 8 High Street",Glasgow,G1 1AA,Direct Traffic,2024-07-15 09:05,2024-07-16 10:00,2098-01-05 11:30,
103,Ann,Test,ann@example.com,0131 496 0103,,Desk,Unqualified,Lead,9 Union Street,Aberdeen,AB10 1AA,Offline Sources,2023-11-30 18:00,2023-12-01 09:30,,
`;

const PIPEDRIVE = `Deal - Title,Deal - Status,Deal - Stage,Person - Name,Person - Phone - Work,Person - Phone - Mobile,Person - Email - Work,Person - Postal address,Deal - Deal created,Deal - Last activity date,Deal - Next activity date,Deal - Lost reason,Person - Labels,Organization - Name
Flat in Leith,Open,Contact Made,Mairi O'Hara,0131 496 0101,,mairi@example.com,"3 Leith Walk, Edinburgh EH6 6QQ",2024-05-03 14:22:10,,,,,
House in Glasgow,Open,Proposal Made,Iain Test,,07700 900102,iain@example.com,"8 High Street, Glasgow G1 1AA",2024-07-15 09:05:00,2024-07-16,2098-01-05,,"Hot, Probate",
House in Aberdeen,Lost,Qualified,Ann Test,0131 496 0103,,,"9 Union Street, Aberdeen AB10 1AA",2023-11-30 18:00:00,2023-12-01,,Price too low,DNC,
`;

const FOLLOW_UP_BOSS = `ID,Date Added,First Name,Last Name,Stage,Lead Source,Assigned To,Tags,Email 1,Phone 1,Phone 2,Address 1 - Street,Address 1 - City,Address 1 - Zip,Property Address,Property City,Property Postal Code,Last Contacted,Background,Notes
1,05/03/2024,Mairi,O'Hara,Lead,Website,Desk,,mairi@example.com,0131 496 0101,,,,,3 Leith Walk,Edinburgh,EH6 6QQ,,,
2,07/15/2024,Iain,Test,Hot Prospect,Referral,Desk,Seller,iain@example.com,07700 900102,0131 496 0102,1 Home Road,Perth,PH1 1AA,8 High Street,Glasgow,G1 1AA,07/16/2024,Inherited it,"Line one
line two"
3,11/30/2023,Ann,Test,Trash,Portal,Desk,Do Not Call,,0131 496 0103,,,,,9 Union Street,Aberdeen,AB10 1AA,12/01/2023,,
`;

const SPREADSHEET = `Name,Telephone,E-mail,Address,Town,Postcode,Property type,Beds,Condition,Date,Status,Next step,Follow up,Do not call,Notes
Mairi O'Hara,0131 496 0101,mairi@example.com,3 Leith Walk,Edinburgh,EH6 6QQ,Flat,2,needs work,3 May 2024,New,,,,
Iain Test,07700 900102,iain@example.com,8 High Street,Glasgow,G1 1AA,Mid-terrace,6,Good,15/07/2024,Called,Ring about the roof,05/01/2098 11:30,no,Inherited it
Ann Test,0131 496 0103,,9 Union Street,Aberdeen,AB10 1AA,Castle,,,30/11/2023,Bought,,,yes,
`;

const SEMICOLONS = `Name;Telefon;Notes;Date;Status
Mairi O’Hara;0131 496 0101;Wants 90.000 €;03.05.2024;new
Iàin Test;07700 900102;"Two; parts";15.07.2024;called
Ann Test;0131 496 0103;;30.11.2023;DNC
`;

export const CRM_EXPORTS = {
  hubspot: { name: 'hubspot.csv', bytes: utf8(`\ufeff${HUBSPOT}`) },
  pipedrive: { name: 'pipedrive.csv', bytes: utf8(PIPEDRIVE) },
  followUpBoss: { name: 'follow-up-boss.csv', bytes: utf8(FOLLOW_UP_BOSS) },
  spreadsheet: { name: 'spreadsheet.csv', bytes: utf8(SPREADSHEET.replaceAll(',', '\t')) },
  semicolons: { name: 'semicolons.csv', bytes: windows1252(SEMICOLONS) },
} satisfies Record<string, CrmExport>;

/** An export of any size, in which every `brokenEvery`th row breaks a rule. Each row is about another person. */
export function* largeExport(rows: number, brokenEvery = Infinity): Generator<string> {
  yield 'Name,Phone,Email,Address,Postcode,Date,Status,Notes,Do not call,Property type,Beds\n';
  for (let row = 1; row <= rows; row += 1) {
    const isBroken = row % brokenEvery === 0;
    const phone = isBroken ? '12' : `07700 ${String(row).padStart(6, '0')}`;
    yield `Test ${row},${phone},${isBroken ? 'none' : `test${row}@example.com`},${row} Leith Walk,EH6 6QQ,${(row % 28) + 1}/03/2024,${['New', 'Called', 'Offer made', 'Lost'][row % 4]},"Note ${row}: inherited, empty",${row % 50 === 1 ? 'yes' : ''},Flat,2\n`;
  }
}
