import { createContext, use, useId, type ComponentProps } from 'react'
import { Link } from '../../ui/link.tsx'

interface ListboxState {
  /** Id of the active option. */
  active: string | undefined
  /** Called when an option was opened. */
  dismiss: () => void
  /** Whether the options belong to an older text: then arrow keys and Enter ignore them. */
  isStale?: boolean
}

export const ListboxContext = createContext<ListboxState>({ active: undefined, dismiss: () => {} })

/** Attributes of a listbox option; the focus stays in the input. */
function useOption() {
  const id = useId()
  const { active, isStale } = use(ListboxContext)
  return {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': active === id,
    'aria-disabled': isStale || undefined,
  } as const
}

/** An option that is a link. */
export function OptionLink(props: ComponentProps<typeof Link>) {
  const { dismiss } = use(ListboxContext)
  return <Link {...props} {...useOption()} onClick={dismiss} />
}

/** An option that is a button. */
export function OptionButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} {...useOption()} />
}
