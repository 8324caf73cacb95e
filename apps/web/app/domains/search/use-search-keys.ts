import { useEffect, useEffectEvent, type RefObject } from 'react'
import { nextOption } from './option-rules.ts'

interface SearchKeys {
  field: RefObject<HTMLInputElement | null>
  list: RefObject<HTMLElement | null>
  active: string | undefined
  setActive: (id: string | undefined) => void
  /** Empties the field. */
  empty: () => void
  close: () => void
}

const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The keys of a field with a list of options (WAI-ARIA combobox): arrows walk, Enter opens what they stand on, Escape
 * empties and then closes. What an input method types is left to it.
 */
export function useSearchKeys({ field, list, active, setActive, empty, close }: SearchKeys): void {
  const options = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]

  const walk = (step: 1 | -1): void => {
    const shown = options()
    const at = shown.findIndex(({ id }) => id === active)
    const next = shown[nextOption(shown.length, at, step)]
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    setActive(next?.id)
  }
  const typed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return
    const step = steps[event.key]
    const chosen = event.key === 'Enter' ? options().find(({ id }) => id === active) : undefined
    if (step === undefined && chosen === undefined && event.key !== 'Escape') return
    event.preventDefault()
    if (step !== undefined) walk(step)
    else if (chosen) chosen.click()
    else if (field.current?.value) empty()
    else close()
  })
  useEffect(() => {
    const input = field.current
    const listener = (event: KeyboardEvent): void => typed(event)
    input?.addEventListener('keydown', listener)
    return () => input?.removeEventListener('keydown', listener)
  }, [field])
}
