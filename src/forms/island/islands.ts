import type { ComponentProps } from 'react';

/** Every island by its name. Server and browser load the components from here. */
export const islands = {
  calculator: () =>
    import('../../tools/calculator/Calculator.island.tsx').then((module) => module.Calculator),
  checker: () => import('../../tools/checker/Checker.island.tsx').then((module) => module.Checker),
  'chat-widget': () => import('../chat/ChatWidget.island.tsx').then((module) => module.ChatWidget),
  'valuation-form': () =>
    import('../valuation/ValuationForm.island.tsx').then((module) => module.ValuationForm),
};

export type IslandName = keyof typeof islands;

type PropsOf<Name extends IslandName> = ComponentProps<Awaited<ReturnType<(typeof islands)[Name]>>>;

export type Island = { [Name in IslandName]: { name: Name; props: PropsOf<Name> } }[IslandName];
