/** Says what it is: a message to people, not a robot and not a live line. */
export function ChatIntroduction({ hours }: { hours: string }) {
  return (
    <div className="rounded-t-card bg-slate p-5 pr-16 text-on-slate">
      <h2 className="text-h4">Leave us a message</h2>
      <p className="mt-1 text-small text-on-slate-soft">
        A person reads it. We reply typically within minutes in opening hours: {hours}.
      </p>
    </div>
  );
}
