import fc from 'fast-check';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''));

/** British numbers without the leading zero: mobile numbers, numbers in Edinburgh, and some with nine digits. */
const national = fc.oneof(
  digits(9).map((rest) => `7${rest}`),
  digits(7).map((rest) => `131${rest}`),
  digits(5).map((rest) => `1856${rest}`),
);

/** Puts a separator between some of the digits, and after a prefix. */
const spaced = (number: string) =>
  fc
    .array(fc.constantFrom('', '', '', ' ', '-', '.', ' - ', '\u00a0'), {
      minLength: number.length,
      maxLength: number.length,
    })
    .map((separators) =>
      Array.from(number, (digit, index) => `${separators[index]}${digit}`)
        .join('')
        .trim(),
    );

/** The character for zero among the ASCII, full-width, Arabic-Indic and Persian digits. */
const zero = fc.constantFrom(0x30, 0x30, 0x30, 0xff10, 0x660, 0x6f0);

/**
 * For property tests: British telephone numbers as people type them, each with the number that is meant, without the
 * leading zero. The expected number therefore comes from neither of the two readers that are compared with it.
 */
export const typedPhoneNumbers = national.chain((meant) =>
  fc
    .record({
      word: fc.constantFrom('', '', 'Tel. ', 'mobile: ', 'home '),
      prefix: fc.constantFrom(
        '0',
        '0',
        '+44',
        '+44 ',
        '+44 (0)',
        '+440',
        '0044',
        '00 44 ',
        '0044 (0)',
        '44',
        '(+44) ',
      ),
      number: spaced(meant),
      zero,
      after: fc.constantFrom(
        '',
        '',
        ' ext 12',
        ' x 3',
        ' extension 123',
        ' after 6',
        ' (mobile)',
        ' before 9 or 5',
      ),
    })
    .map(({ word, prefix, number, zero: first, after }) => ({
      meant,
      typed:
        word +
        `${prefix}${number}`.replace(/[0-9]/g, (digit) => String.fromCodePoint(first + Number(digit))) +
        after,
    })),
);
