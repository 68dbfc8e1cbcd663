import type { ComponentProps } from 'react';

/** Every island by its name. Server and browser load its component from here. */
export const islands = {
  calculator: async () => (await import('../../tools/calculator/Calculator.island.tsx')).Calculator,
  checker: async () => (await import('../../tools/checker/Checker.island.tsx')).Checker,
  'chat-widget': async () => (await import('../chat/ChatWidget.island.tsx')).ChatWidget,
  'valuation-form': async () => (await import('../valuation/ValuationForm.island.tsx')).ValuationForm,
};

export type IslandName = keyof typeof islands;

type PropsOf<Name extends IslandName> = ComponentProps<Awaited<ReturnType<(typeof islands)[Name]>>>;

/** An island's name with the props of its component. */
export type Island = { [Name in IslandName]: { name: Name; props: PropsOf<Name> } }[IslandName];
