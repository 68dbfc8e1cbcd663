/** The desk's editors for words of the site, on a page of their own: the text that they write is read as the build reads it. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { deskHeaders } from '#server/desk/desk-headers.ts';
import { readProse } from '#src/components/prose/read-prose.ts';
import { openSpecimens } from '../../support/site/build-specimens.ts';
import { expect, test } from '../fixtures.ts';
import { waitForFrames } from '../page-checks.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // What runs in a pasted page is stopped by the policy.
  expectedConsoleErrors: /Executing inline event handler violates/,
});

/** As at the desk, besides the inline scripts and styles of the page of specimens. */
const policy = (deskHeaders('http://localhost')['content-security-policy'] ?? '').replace(
  "default-src 'self'",
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'",
);

async function open(page: Page) {
  await openSpecimens(page, 'text-editors', { 'content-security-policy': policy });
  const text = page.getByRole('textbox', { name: 'Text of the article' });
  await expect(text).toBeVisible();
  const written = async () => (await page.getByLabel('Written text').textContent()) ?? '';
  return {
    text,
    line: page.getByRole('textbox', { name: 'Introduction' }),
    sheet: page.getByRole('dialog'),
    tool: (name: string) => page.getByRole('group', { name: /^Tools for/ }).getByRole('button', { name }),
    style: page.getByLabel('Style of the paragraph'),
    written,
    /** Waits until what was written has this part, and checks that the build would take all of it. */
    expectWritten: async (part: string) => {
      await expect.poll(written).toContain(part);
      readProse(await written(), 'article.md');
    },
    add: async (name: string | RegExp) => {
      await page.getByRole('button', { name: /^Add a figure, picture/ }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
    },
    /** Waits until a dialog or a tool has given the cursor back to the text. Tiptap does so in the next frame. */
    waitForCursor: async () => {
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(text).toBeFocused();
      await waitForFrames(page);
    },
  };
}

const putCursorAtEnd = (block: Locator) =>
  block.evaluate((element) => {
    element.closest<HTMLElement>('[contenteditable=true]')?.focus();
    getSelection()?.setPosition(element, element.childNodes.length);
  });

/** Begins a new paragraph below the first one, with the cursor in it. */
async function beginParagraph(page: Page, text: Locator) {
  await putCursorAtEnd(text.locator('p').first());
  await page.keyboard.press('Enter');
}

const paste = (text: Locator, type: string, contents: string) =>
  text.evaluate(
    (element, [kind, data]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(kind, data);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [type, contents] as const,
  );

test('an owner writes, and every part comes out as the build reads it', async ({ page }) => {
  const { text, sheet, tool, style, add, waitForCursor, expectWritten, written } = await open(page);
  await expectAccessible(page);
  const before = await written();

  await beginParagraph(page, text);
  await page.keyboard.type('Typed <b>{x}</b> </Example> `code` and # more ');
  await expectWritten('Typed \\<b>\\{x}\\</b> \\</Example> \\`code\\` and # more');
  await tool('Bold').click();
  await waitForCursor();
  await page.keyboard.type('bold');
  await tool('Bold').click();
  await add('Figure with its source');
  await sheet.getByLabel('Find').fill('home report');
  await sheet.getByRole('button', { name: '£400–£800' }).click();
  await expectWritten('**bold**<Claim id="home-report-cost" />');

  await waitForCursor();
  await page.keyboard.press('Enter');
  await style.selectOption('Heading');
  await waitForCursor();
  await page.keyboard.type('A new heading');
  await page.keyboard.press('Enter');
  await style.selectOption('Bullets');
  await waitForCursor();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Tab');
  await expectWritten('## A new heading\n\n- One\n  - Two\n');
  await page.keyboard.press('Shift+Tab');
  await style.selectOption('Text');
  await expectWritten('- One\n\nTwo\n');

  await tool('Link').click();
  await sheet.getByLabel('Words').fill('the register');
  await sheet.getByLabel('Leads to').fill('javascript:alert(1)');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet.getByText('A link can go to a website')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel('Leads to').fill('www.ros.gov.uk');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expectWritten('Two[the register](https://www.ros.gov.uk)');

  await add(/^Worked example/);
  await waitForCursor();
  await page.keyboard.type('Take a flat.');
  await expectWritten('<Example>\n\nTake a flat.\n\n</Example>');
  await add(/^Table/);
  await waitForCursor();
  await page.keyboard.type('Cost');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sum');
  await page.getByRole('group', { name: 'Table' }).getByRole('button', { name: 'Add row' }).click();
  await expectWritten('| Cost | Sum |\n| ---- | --- |\n|      |     |\n|      |     |\n|      |     |');
  await expectAccessible(page);

  // The example with its table moves up, past the paragraph with the link.
  await text
    .getByRole('group', { name: 'Worked example' })
    .first()
    .getByRole('button', { name: /^Change/ })
    .click();
  await sheet.getByRole('button', { name: 'Move up' }).click();
  await expect.poll(written).toMatch(/Take a flat\..*Two\[the register\]/s);

  const pressToTheEnd = (name: string) =>
    expect
      .poll(
        () =>
          tool(name).evaluate((button: HTMLButtonElement) => {
            button.click();
            return button.disabled;
          }),
        { intervals: [50] },
      )
      .toBe(true);
  await pressToTheEnd('Undo');
  await expect.poll(written).toBe(before);
  await pressToTheEnd('Redo');
  await expectWritten('Take a flat.');
  await page.getByRole('button', { name: 'As it was' }).click();
  await expect(text).not.toContainText('Take a flat.');
  await expect.poll(written).toBe(before);
});

test('the tools stay on the screen, and the keyboard reaches everything', async ({ page }) => {
  const { text, tool, sheet, add, waitForCursor, expectWritten, written } = await open(page);
  const before = await written();
  await text.getByRole('heading').last().scrollIntoViewIfNeeded();
  await expect(tool('Bold')).toBeInViewport();
  await text.getByRole('heading').last().click();
  await page.keyboard.press('Alt+F10');
  await expect(page.getByLabel('Style of the paragraph')).toBeFocused();

  await text.locator('td').first().click();
  const [first] = await text.locator('td').allTextContents();
  expect(first).toBe('Price');
  // Tab goes on from cell to cell and leaves the table at its end.
  for (let cell = 0; cell < 40; cell += 1) await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();

  await beginParagraph(page, text);
  await add('Figure with its source');
  await sheet.getByRole('button', { name: '£400–£800' }).click();
  await expectWritten('\n\n<Claim id="home-report-cost" />&#x2060;\n\n');
  await waitForCursor();
  await page.keyboard.press('ArrowLeft');
  await expect(text.locator('.site-chip').first()).toHaveAttribute('data-selected');
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(written).toBe(before);
});

test('our parts cannot be broken by keys', async ({ page }) => {
  const { text, expectWritten, written } = await open(page);
  const chart = text.getByRole('group', { name: 'Chart of what is left' });
  await chart.locator('th').first().click();
  await page.keyboard.press('Home');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Backspace');
  await expect(chart.locator('tr')).toHaveCount(8);
  // All of the table is chosen and deleted: the chart goes with it, or keeps an empty one.
  await chart
    .locator('td')
    .last()
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('Delete');
  await page.keyboard.type('x');
  await expectWritten('x');
  await text.selectText();
  await page.keyboard.press('Delete');
  await page.keyboard.type('Anew');
  await expect.poll(written).toBe('Anew\n');
});

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--StartFragment--><h1>Selling <b>fast</b><o:p></o:p></h1>
<p class=MsoNormal>It costs <b>a lot</b> and <i>takes</i> <span style='color:red'>time</span>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>First</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>Within</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Last</p>
<table><tr><td colspan=2><p>Wide</p><p>head</p></td></tr><tr><td rowspan=2>Tall</td><td>b</td></tr><tr><td>c</td></tr></table>
<!--EndFragment--></body></html>`;

const GOOGLE_DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">
<h2 dir="ltr"><span style="font-size:16pt;font-weight:700;">What it costs</span></h2>
<p dir="ltr"><span style="font-weight:400;">Plain, </span><span style="font-weight:700;">bold</span><span style="font-style:italic;"> and slanted</span></p>
<ul><li dir="ltr" aria-level="1"><p dir="ltr"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>Inner</span></p></li></ul></ul></b>`;

const WEB_PAGE = `<div class="x"><script>alert(1)</script><h4 onclick="alert(1)">News</h4>
<p>See <a href="https://www.gov.uk/a">this</a>, <a href="javascript:alert(1)">that</a> and {braces}.<br>New line
<img src="https://evil.example/x.png" onerror="alert(1)"></p><blockquote>Said</blockquote><pre>x &lt;Claim id="a" /></pre>
<span data-element-type="chip" data-element="Nothing" data-attributes="{}">y</span>
<iframe src="https://evil.example"></iframe><form><input value="z"></form></div>`;

for (const [name, html, expected] of [
  [
    'Microsoft Word',
    WORD,
    '## Selling fast\n\nIt costs **a lot** and _takes_ time.\n\n- First\n  - Within\n- Last\n\n| Wide head |   |\n| --------- | - |\n| Tall      | b |\n|           | c |\n',
  ],
  ['Google Docs', GOOGLE_DOCS, '## What it costs\n\nPlain, **bold** _and slanted_\n\n- One\n  - Inner\n'],
  [
    'a web page',
    WEB_PAGE,
    '### News\n\nSee [this](https://www.gov.uk/a), that and \\{braces}.\\\nNew line\n\nSaid\n\nx \\<Claim id="a" />\n\ny\n',
  ],
] as const) {
  test(`what is pasted from ${name} keeps only what a text has`, async ({ page }) => {
    const { text, expectWritten } = await open(page);
    await beginParagraph(page, text);
    await paste(text, 'text/html', html);
    await expectWritten(expected);
    if (name === 'a web page') await expect(page.getByText('Pictures are not pasted')).toBeVisible();
  });
}

test('a picture is sent with its description, and stands in the text', async ({ page }) => {
  const { text, sheet, add, expectWritten } = await open(page);
  const picture = sharp({ create: { width: 800, height: 500, channels: 3, background: '#356' } });
  const id = 'a'.repeat(20);
  const sent: string[] = [];
  await page.route('**/api/*', async (route) => {
    const name = new URL(route.request().url()).pathname.slice('/api/'.length);
    const given = route.request().postDataJSON() as { bytes?: number; start?: number; content?: string };
    sent.push(name);
    if (name === 'read_site_picture')
      return route.fulfill({ contentType: 'image/webp', body: await picture.webp().toBuffer() });
    if (name === 'add_site_picture') return route.fulfill({ json: { id, width: 800, height: 500 } });
    const received = (given.start ?? 0) + Buffer.from(given.content ?? '', 'base64').length;
    await route.fulfill({ json: { received } });
  });
  await beginParagraph(page, text);
  await add(/^Picture/);
  await sheet.getByRole('button', { name: 'Add' }).click();
  await expect(sheet.getByText('Choose a picture.')).toBeVisible();
  await expect(sheet.getByText('Describe the picture')).toBeVisible();
  await sheet
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'kitchen.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() });
  await sheet.getByLabel('Description').fill('A kitchen with "damp" & mould');
  await sheet.getByRole('button', { name: 'Add' }).click();
  await expectWritten(`<Picture id="${id}" alt="A kitchen with &quot;damp&quot; &amp; mould" />`);
  await expect(text.getByRole('img', { name: 'A kitchen with "damp" & mould' })).toBeVisible();
  expect(sent).toEqual(['begin_upload', 'upload_part', 'add_site_picture', 'read_site_picture']);
  await expectAccessible(page);
});

test('in a line of words, figures are chips and curly brackets become round', async ({ page }) => {
  const { line, sheet } = await open(page);
  const written = page.getByLabel('Written line');
  await putCursorAtEnd(line.locator('p'));
  await page.keyboard.type(' {claim:fee} ');
  await paste(line, 'text/plain', 'two\n\nlines {x}');
  await page.getByRole('button', { name: 'Add a figure to: Introduction' }).click();
  await sheet.locator('.site-choices').getByRole('button').first().click();
  await expect(written).toHaveText(
    'We make an offer within {claim:offer-within}, and say why. (claim:fee) two lines (x){claim:offer-within}',
  );
  await line.locator('.site-chip').first().click();
  await sheet.getByRole('button', { name: 'Remove' }).click();
  await expect(written).toHaveText(/^We make an offer within , and/);
});

test('a text that the editor cannot show is not touched, and it says why', async ({ page }) => {
  await open(page);
  await expect(
    page.getByText(
      'The editor cannot show this text, because it has a quotation as a block of its own. It can be changed only in its file.',
    ),
  ).toBeVisible();
});
