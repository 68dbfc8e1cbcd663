/** One thing that the specification says about the client, and the proof of what the client really does. */
export type Rule<Bench> = {
  section: 1 | 4 | 5 | 7 | 8 | 9;
  /** What the specification says. */
  says: string;
  /** What the client does instead, or besides; absent where it does what the specification says. */
  differs?: string;
  prove: (bench: Bench) => Promise<void>;
};
