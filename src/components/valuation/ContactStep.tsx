import { TextField } from '../form/TextField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { field } from './field-id.ts';
import { FormStep, type StepProps } from './FormStep.tsx';

export function ContactStep({ errorFor, children }: StepProps) {
  return (
    <FormStep step={3} title="Where to send the offer">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('firstName')}
          label="First name"
          error={errorFor('firstName')}
          required
          autoComplete="given-name"
          enterKeyHint="next"
        />
        <TextField
          {...field('lastName')}
          label="Last name"
          error={errorFor('lastName')}
          required
          autoComplete="family-name"
          enterKeyHint="next"
        />
      </div>
      <TextField
        {...field('email')}
        label="Email address"
        type="email"
        inputMode="email"
        error={errorFor('email')}
        required
        autoComplete="email"
        enterKeyHint="next"
      />
      <TextField
        {...field('phone')}
        label="Phone number"
        hint="So that we can talk the offer through. Spaces and +44 are fine."
        type="tel"
        inputMode="tel"
        error={errorFor('phone')}
        required
        autoComplete="tel"
        enterKeyHint="send"
      />
      <p className="flex gap-3 text-small text-ink-soft">
        <Icon name="lock" className="mt-0.5 size-5 text-action" />
        <span>
          We use these details to value the property and to contact you about your offer. Our{' '}
          <a href="/privacy-policy" className="font-semibold text-action underline">
            Privacy Policy
          </a>{' '}
          says what we keep and for how long.
        </span>
      </p>
      {children}
    </FormStep>
  );
}
