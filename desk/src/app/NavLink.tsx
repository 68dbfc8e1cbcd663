import { Link, useLocation } from 'wouter';
import { DeskIcon, type DeskIconName } from '../ui/DeskIcon.tsx';

type Props = {
  href: string;
  /** Other paths at which the link is also marked as current. */
  alsoFor?: RegExp;
  icon: DeskIconName;
  /** How many leads wait there; empty if none does. */
  count?: string;
  children: string;
};

export function NavLink({ href, alsoFor, icon, count, children }: Props) {
  const [path] = useLocation();
  const isCurrent = path === href || (href !== '/' && path.startsWith(`${href}/`)) || alsoFor?.test(path);
  return (
    <Link href={href} className="nav-link" aria-current={isCurrent ? 'page' : undefined}>
      <DeskIcon name={icon} />
      <span>{children}</span>
      {count && (
        <span className="nav-count">
          <span>{count}</span>
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </Link>
  );
}
