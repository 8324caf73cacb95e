import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { searchUrl } from '../../lib/urls.ts'
import { nextOption, optionBeside } from './option-rules.ts'
import type { SearchBoxProps } from './search-field.tsx'

/** How Safari calls the Enter that ends a composition: by then it says that nothing is composed any more. */
const ofInputMethod = 229
const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }
const sideways: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }
const watched = ['focusin', 'focusout', 'click', 'input', 'compositionend', 'keydown', 'submit'] as const

export interface SearchFieldState {
  /** Whether the list is shown. */
  isShown: boolean
  /** The id of the list. */
  id: string
  /** What is in the field; not what an input method is still at. */
  text: string
  /** The id of the option that the arrows stand on. */
  active: string | undefined
  /** Closes, and gives the focus up: another page is coming. */
  leave: () => void
}

const fieldOf = (form: HTMLFormElement | null): HTMLInputElement | null => form?.querySelector('input') ?? null

/** Says what the field is to those who hear it. */
function describe(
  field: HTMLInputElement | null,
  { id, isShown, active }: Pick<SearchFieldState, 'id' | 'isShown' | 'active'>,
): void {
  const says: Record<string, string | undefined> = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': String(isShown),
    'aria-controls': isShown ? id : undefined,
    'aria-activedescendant': active,
  }
  for (const [name, value] of Object.entries(says)) {
    if (value === undefined) field?.removeAttribute(name)
    else field?.setAttribute(name, value)
  }
}

/** Calls back for whatever happens in a form that concerns its field. */
function useFormEvents(form: RefObject<HTMLFormElement | null>, happened: (event: Event) => void): void {
  const told = useEffectEvent(happened)
  useEffect(() => {
    const box = form.current
    const listener = (event: Event): void => told(event)
    for (const type of watched) box?.addEventListener(type, listener)
    return () => {
      for (const type of watched) box?.removeEventListener(type, listener)
    }
  }, [form])
}

/** Arrows walk through the options of a list. */
interface Walk {
  list: RefObject<HTMLElement | null>
  active: string | undefined
}

const optionsOf = ({ list }: Walk): HTMLElement[] => [
  ...(list.current?.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled])') ?? []),
]

/** The option that a key leads to from the active one. Undefined is the field itself, null that the key is not ours. */
function optionAfter(walk: Walk, key: string): HTMLElement | undefined | null {
  const options = optionsOf(walk)
  const beside = options.map(({ dataset }) => dataset.beside !== undefined)
  const at = options.findIndex(({ id }) => id === walk.active)
  const [along, across] = [steps[key], sideways[key]]
  const to = along ? nextOption(beside, at, along) : across ? optionBeside(beside, at, across) : null
  if (to === null) return null
  options[to]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return options[to]
}

type FieldState = SearchFieldState & {
  setActive: (id: string | undefined) => void
  /** Takes over what is in the field. */
  read: () => void
  open: () => void
  close: () => void
}

/** The field, where it had the focus before anybody listened. */
const focusedField = (): HTMLInputElement | null =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.form?.role === 'search'
    ? document.activeElement
    : null

function useFieldState({ look, form, asked }: SearchBoxProps): FieldState {
  const id = useId()
  // On the page of its own it is drawn by the server; in the header a focus has called it.
  const [early] = useState(() => (look === 'header' ? focusedField() : null))
  const [shownFor, setShownFor] = useState(asked)
  const [text, setText] = useState(early?.value ?? asked)
  const [isOpen, setOpen] = useState(early !== null)
  const [active, setActive] = useState<string>()
  if (shownFor !== asked) {
    setShownFor(asked)
    setText(asked)
    setActive(undefined)
  }
  const isShown = isOpen || (look === 'page' && asked === '')
  const read = (): void => {
    setText(fieldOf(form.current)?.value ?? '')
    setActive(undefined)
  }
  const close = (): void => {
    setActive(undefined)
    setOpen(false)
  }
  const open = (): void => {
    read()
    setOpen(true)
  }
  const leave = (): void => {
    close()
    fieldOf(form.current)?.blur()
  }
  return { id, text, isShown, active, setActive, read, open, close, leave }
}

/**
 * The field of a form with a list of options (WAI-ARIA combobox): arrows walk, Enter opens what they stand on or
 * searches, Escape empties and then closes. What an input method is at is left to it.
 */
export function useSearchField(props: SearchBoxProps, list: RefObject<HTMLElement | null>): SearchFieldState {
  const { look, form, asked } = props
  const navigate = useNavigate()
  const state = useFieldState(props)
  const { active, isShown } = state

  const escape = (field: HTMLInputElement): void => {
    if (field.value === '') return state.close()
    field.value = ''
    state.read()
  }
  /** Whether the key is ours. */
  const pressed = ({ key, keyCode }: KeyboardEvent, field: HTMLInputElement): boolean => {
    // Before the focus moves: a list that scrolls would be the next stop, and gone by then.
    if (key === 'Tab') state.close()
    if (!isShown && steps[key]) {
      state.open()
      return true
    }
    const next = optionAfter({ list, active }, key)
    if (next !== null) state.setActive(next?.id)
    else if (key === 'Escape') escape(field)
    else if (key !== 'Enter') return false
    else if (keyCode !== ofInputMethod) {
      const chosen = optionsOf({ list, active }).find(({ id }) => id === active)
      chosen?.click()
      return chosen !== undefined
    }
    return true
  }
  const submit = (field: HTMLInputElement): void => {
    const q = field.value.trim()
    if (q === '') return
    state.leave()
    void navigate(searchUrl({ q }))
  }
  useFormEvents(form, (event) => {
    const field = fieldOf(form.current)
    if (!field) return
    if (event.type === 'submit') {
      event.preventDefault()
      submit(field)
    } else if (event.target !== field) return
    else if (event instanceof KeyboardEvent) {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (pressed(event, field)) event.preventDefault()
    } else if (event.type === 'focusout') state.close()
    else if (!(event instanceof InputEvent && event.isComposing)) state.open()
  })
  const catchUp = useEffectEvent(() => {
    if (look !== 'header') return
    if (focusedField() === null) state.close()
    else state.read()
  })
  // Between the first drawing and the first listening somebody may have left, or typed on.
  useEffect(() => catchUp(), [])
  useEffect(() => {
    // Who types in another field by now goes on there.
    if (look === 'page' && asked === '' && focusedField() === null)
      fieldOf(form.current)?.focus({ preventScroll: true })
  }, [look, form, asked])
  useEffect(() => describe(fieldOf(form.current), state))
  return state
}
