import type { KeyboardEvent } from 'react';
import { BEDROOMS, PROPERTY_TYPES } from '#lead/valuation.ts';
import { ChoiceField } from '../core/ChoiceField.tsx';
import { valuationFields } from '../core/fields.ts';
import { hintId, TextAreaField, TextField } from '../core/TextField.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';
import { NearestCityLink, PostcodeHint } from './PostcodeHint.tsx';
import { usePostcodeHint } from './use-postcode-hint.ts';

const TYPE_LABELS: Record<(typeof PROPERTY_TYPES)[number], string> = {
  detached: 'Detached',
  'semi-detached': 'Semi-detached',
  terraced: 'Terraced',
  flat: 'Flat',
  bungalow: 'Bungalow',
};

const TYPE_CHOICES = PROPERTY_TYPES.map((value) => ({
  value,
  label: TYPE_LABELS[value],
  picture: (
    <img
      src={`/property-types/${value}.svg`}
      alt=""
      width={160}
      height={100}
      loading="lazy"
      className="h-24 w-full bg-wash sm:h-28"
    />
  ),
}));

const BEDROOM_CHOICES = BEDROOMS.map((value) => ({ value, label: value }));

function continueOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/**
 * The step about the property. The address is a `textarea`, because `input` removes the line breaks of a value that a
 * password manager or an extension sets: "Flat 2/1⏎14 Main Street" would become "Flat 2/114 Main Street".
 * `section-property` in `autoComplete` tells the browser's autofill that this is not the visitor's own address.
 */
export function PropertyStep({ errorFor, children }: StepProps) {
  const field = valuationFields.propsWith(errorFor);
  const postcodeId = valuationFields.fieldId('postcode');
  const { text, link } = usePostcodeHint(postcodeId);
  return (
    <FormStep step={1} title="The property">
      <TextField
        {...field('postcode')}
        label="Postcode"
        below={<PostcodeHint id={hintId(postcodeId)} text={text} />}
        autoComplete="section-property postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        className="max-w-52"
      />
      <TextAreaField
        label="Property address"
        hint="House or flat number, street and town"
        autoComplete="section-property street-address"
        enterKeyHint="next"
        rows={1}
        onKeyDown={continueOnEnter}
        {...field('address')}
      />
      <ChoiceField
        {...field('propertyType')}
        legend="Property type"
        choices={TYPE_CHOICES}
        className="property-types"
      />
      <ChoiceField
        {...field('bedrooms')}
        legend="Number of bedrooms"
        choices={BEDROOM_CHOICES}
        className="bedroom-counts"
      />
      {children}
      <NearestCityLink link={link} />
    </FormStep>
  );
}
