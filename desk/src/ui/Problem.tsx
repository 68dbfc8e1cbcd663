/** An error message. Screen readers announce it. */
export function Problem({ id, children }: { id?: string; children: string | undefined }) {
  return (
    <div role="alert" id={id} className="empty:hidden">
      {children !== undefined && <p className="notice notice-danger">{children}</p>}
    </div>
  );
}
