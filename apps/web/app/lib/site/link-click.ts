interface Place {
  to: string
  replace: boolean
  preventScrollReset: boolean
}

/**
 * Where a click leads within the site; null where the browser is to follow it: another window, a download, another site, a
 * part of the same page, or an anchor with `rel`, which marks what is no page of ours.
 */
export function placeOfClick(event: MouseEvent): Place | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return null
  const anchor = event.target instanceof Element ? event.target.closest('a') : null
  if (!anchor || !anchor.hasAttribute('href') || anchor.target || anchor.rel || anchor.hasAttribute('download'))
    return null
  const { origin, pathname, search, hash } = new URL(anchor.href)
  const isSamePage = pathname === location.pathname && search === location.search
  if (origin !== location.origin || (isSamePage && hash !== '')) return null
  return {
    to: pathname + search + hash,
    // A link to the page itself adds no entry to the history.
    replace: anchor.dataset['history'] === 'replace' || isSamePage,
    preventScrollReset: anchor.dataset['scroll'] === 'keep',
  }
}
