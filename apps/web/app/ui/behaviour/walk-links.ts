import type { KeyboardEvent } from 'react'

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** For a link in a list: ↑ and ↓ lead to its neighbours, Home and End to the first and the last. */
export function walkLinks(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  const links = [...(currentTarget.closest('ul, ol')?.querySelectorAll('a') ?? [])]
  const at = links.findIndex((link) => link === currentTarget)
  const to = key === 'Home' ? 0 : key === 'End' ? links.length - 1 : at + (steps[key] ?? 0)
  if (to === at || at < 0) return
  event.preventDefault()
  links[Math.min(Math.max(to, 0), links.length - 1)]?.focus()
}
