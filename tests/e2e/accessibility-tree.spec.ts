import { expect, test } from './fixtures.ts';

test('the accessibility tree of the header and the FAQ', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Gable & Wynd"
      - navigation "Main":
        - list:
          - listitem:
            - link "How It Works"
          - listitem:
            - link "Why Choose Us"
          - listitem:
            - link "Testimonials"
          - listitem:
            - link "FAQ"
          - listitem:
            - link "Blog"
      - link "Call 0131 496 0123"
      - link "Get Cash Offer"
  `);
  await page.locator('#faq summary').first().click();
  await expect(page.locator('#faq ul').first()).toMatchAriaSnapshot(`
    - list:
      - listitem:
        - group:
          - heading "How do you work out the offer?" [level=3]
          - paragraph: /sold prices/
      - listitem:
        - group:
          - heading "How soon could I have the money?" [level=3]
  `);
});

test('the accessibility tree of each step of the form, and of its errors', async ({ valuation }) => {
  const { form } = valuation;
  await valuation.open();
  await expect(form).toMatchAriaSnapshot(`
    - form "Valuation request":
      - paragraph: Step 1 of 3
      - paragraph: Every question needs an answer.
      - progressbar "Step 1 of 3"
      - region "The property":
        - heading "The property" [level=3]
        - textbox "Postcode"
        - paragraph: House or flat number, street and town
        - textbox "Property address"
        - radiogroup "Property type":
          - radio "Detached"
          - radio "Semi-detached"
          - radio "Terraced"
          - radio "Flat"
          - radio "Bungalow"
        - radiogroup "Number of bedrooms":
          - radio "1"
          - radio "2"
          - radio "3"
          - radio "4"
          - radio "5+"
        - button "Continue"
  `);
  await valuation.continue();
  await expect(form).toMatchAriaSnapshot(`
    - form "Valuation request":
      - progressbar "Step 2 of 3"
      - region "Its condition":
        - heading "Its condition" [level=3]
        - radiogroup "Property condition":
          - radio "Excellent Done up in the last few years"
          - radio "Good Sound, and ready to move into"
          - radio "Fair Dated, or in need of some repair"
          - radio "Poor Damp, structural trouble, or not fit to live in"
        - paragraph: /Your best guess is enough/
        - button "Back"
        - button "Continue"
  `);
  await valuation.continue();
  await expect(form).toMatchAriaSnapshot(`
    - form "Valuation request":
      - progressbar "Step 3 of 3"
      - region "Where to send the offer":
        - heading "Where to send the offer" [level=3]
        - textbox "First name"
        - textbox "Last name"
        - textbox "Email address"
        - textbox "Phone number"
        - paragraph:
          - link "Privacy Policy"
        - button "Back"
        - button "Get My Cash Offer"
  `);
  await valuation.submit();
  await expect(form).toMatchAriaSnapshot(`
    - form "Valuation request":
      - heading "There is a problem" [level=3]
      - list:
        - listitem:
          - link "Postcode is required"
      - region "The property":
        - textbox "Postcode" [invalid]
        - paragraph: Postcode is required
        - textbox "Property address" [invalid]
        - radiogroup "Property type" [invalid]
  `);
});

test('the accessibility tree of the open chat', async ({ page, chat }) => {
  await chat.open();
  await expect(page.getByRole('complementary', { name: 'Message us' })).toMatchAriaSnapshot(`
    - complementary "Message us":
      - group:
        - heading "Leave us a message" [level=2]
        - form "Message":
          - group "Suggested questions":
            - button "How is the offer worked out?"
            - button "Are there any fees?"
            - button "How quickly can you buy?"
            - button "Do you buy houses in poor condition?"
          - paragraph: All three are needed.
          - textbox "Your name"
          - textbox "Phone number"
          - textbox "Message"
          - button "Send message"
  `);
});
