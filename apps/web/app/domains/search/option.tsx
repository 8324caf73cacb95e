import { createContext, use, useId, type ComponentProps } from 'react'
import { Link } from 'react-router'

interface Chosen {
  /** The id of the option that the arrows stand on. */
  active: string | undefined
  /** To be called when an option was opened. */
  leave: () => void
  /** Whether the options belong to another text than the one in the field: the arrows and Enter leave them alone. */
  isStale?: boolean
}

export const ChosenOption = createContext<Chosen>({ active: undefined, leave: () => {} })

/** What a list box wants of each of its options: the focus stays in the field. */
function useOption() {
  const id = useId()
  const { active, isStale } = use(ChosenOption)
  return {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': active === id,
    'aria-disabled': isStale || undefined,
  } as const
}

/** An option that leads somewhere. */
export function OptionLink(props: ComponentProps<typeof Link>) {
  const { leave } = use(ChosenOption)
  return <Link {...props} {...useOption()} onClick={leave} />
}

/** An option that does something. */
export function OptionButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} {...useOption()} />
}
