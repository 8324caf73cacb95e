import type { KeyboardEvent } from 'react'

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Key handler for links in a list: ↑ and ↓ focus the neighbours, Home and End the first and the last. */
export function handleLinkListKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  const links = [...(currentTarget.closest('ul, ol')?.querySelectorAll('a') ?? [])]
  const at = links.findIndex((link) => link === currentTarget)
  const to = key === 'Home' ? 0 : key === 'End' ? links.length - 1 : at + (steps[key] ?? 0)
  if (to === at || at < 0) return
  event.preventDefault()
  links[Math.min(Math.max(to, 0), links.length - 1)]?.focus()
}
