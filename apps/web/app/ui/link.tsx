import type { ComponentProps } from 'react'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The address of one of our pages. */
  to: string
  /** Takes the place of the current entry of the browser's history. */
  replace?: boolean
  /** Keeps the scroll position instead of starting at the top of the page. */
  preventScrollReset?: boolean
}

/**
 * A link to one of our pages. It is a plain anchor: `useLinkNavigation` handles the clicks on all of them in one place, so
 * that a link costs little to render and works in markup that React does not manage.
 */
export function Link({ to, replace = false, preventScrollReset = false, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      data-history={replace ? 'replace' : undefined}
      data-scroll={preventScrollReset ? 'keep' : undefined}
    >
      {children}
    </a>
  )
}
