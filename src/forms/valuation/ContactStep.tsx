import { valuationFields } from '../core/fields.ts';
import { PhoneField } from '../core/PhoneField.tsx';
import { TextField } from '../core/TextField.tsx';
import { Icon } from '../../components/ui/Icon.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';

export function ContactStep({ errorFor, children }: StepProps) {
  const field = valuationFields.propsWith(errorFor);
  return (
    <FormStep step={3} title="Where to send the offer">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <PhoneField
        {...field('phone')}
        label="Phone number"
        hint="So that we can talk the offer through."
        enterKeyHint="send"
      />
      <p className="flex gap-3 text-small text-ink-soft">
        <Icon name="lock" className="mt-0.5 size-5 text-action" />
        <span>
          {'We use these details to value the property and to contact you about your offer. Our '}
          <a href="/privacy-policy" className="font-semibold text-action underline">
            Privacy Policy
          </a>
          {' says what we keep and for how long.'}
        </span>
      </p>
      {children}
    </FormStep>
  );
}
