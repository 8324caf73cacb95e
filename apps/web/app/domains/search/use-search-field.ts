import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { searchUrl } from '../../lib/urls.ts'
import { nextOption, optionBeside } from './option-rules.ts'
import type { SearchBoxProps } from './search-field.tsx'

/** `keyCode` of the Enter key that ends a composition in Safari, where `isComposing` is already false. */
const inputMethodKeyCode = 229
const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }
const sideways: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }
const eventTypes = ['focusin', 'focusout', 'click', 'input', 'compositionend', 'keydown', 'submit'] as const

export interface SearchFieldState {
  /** Whether the list is shown. */
  isShown: boolean
  /** Id of the list. */
  id: string
  /** Text of the input without a pending composition. */
  text: string
  /** Id of the active option. */
  active: string | undefined
  /** Closes the list and blurs the input, before navigation. */
  dismiss: () => void
}

const fieldOf = (form: HTMLFormElement | null): HTMLInputElement | null => form?.querySelector('input') ?? null

/** Sets the ARIA attributes of the combobox. */
function setComboboxAttributes(
  field: HTMLInputElement | null,
  { id, isShown, active }: Pick<SearchFieldState, 'id' | 'isShown' | 'active'>,
): void {
  const attributes: Record<string, string | undefined> = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': String(isShown),
    'aria-controls': isShown ? id : undefined,
    'aria-activedescendant': active,
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) field?.removeAttribute(name)
    else field?.setAttribute(name, value)
  }
}

/** Calls back for the events of a form that concern its input. */
function useFormEvents(form: RefObject<HTMLFormElement | null>, onEvent: (event: Event) => void): void {
  const onFormEvent = useEffectEvent(onEvent)
  useEffect(() => {
    const box = form.current
    const listener = (event: Event): void => onFormEvent(event)
    for (const type of eventTypes) box?.addEventListener(type, listener)
    return () => {
      for (const type of eventTypes) box?.removeEventListener(type, listener)
    }
  }, [form])
}

/** List of options and the active one. */
interface OptionCursor {
  list: RefObject<HTMLElement | null>
  active: string | undefined
}

const optionsOf = ({ list }: OptionCursor): HTMLElement[] => [
  ...(list.current?.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled])') ?? []),
]

/** Option that a key leads to. Undefined is the input itself, null an unhandled key. */
function optionAfter(cursor: OptionCursor, key: string): HTMLElement | undefined | null {
  const options = optionsOf(cursor)
  const beside = options.map(({ dataset }) => dataset.beside !== undefined)
  const at = options.findIndex(({ id }) => id === cursor.active)
  const [along, across] = [steps[key], sideways[key]]
  const to = along ? nextOption(beside, at, along) : across ? optionBeside(beside, at, across) : null
  if (to === null) return null
  options[to]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return options[to]
}

type FieldState = SearchFieldState & {
  setActive: (id: string | undefined) => void
  /** Reads the input's text. */
  syncText: () => void
  open: () => void
  close: () => void
}

/** The search input, if it had the focus before this code was loaded. */
const focusedField = (): HTMLInputElement | null =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.form?.role === 'search'
    ? document.activeElement
    : null

function useFieldState({ variant, form, currentQuery }: SearchBoxProps): FieldState {
  const id = useId()
  // On the search page it is server-rendered; in the header it is loaded on focus.
  const [earlyField] = useState(() => (variant === 'header' ? focusedField() : null))
  const [lastQuery, setLastQuery] = useState(currentQuery)
  const [text, setText] = useState(earlyField?.value ?? currentQuery)
  const [isOpen, setOpen] = useState(earlyField !== null)
  const [active, setActive] = useState<string>()
  if (lastQuery !== currentQuery) {
    setLastQuery(currentQuery)
    setText(currentQuery)
    setActive(undefined)
  }
  const isShown = isOpen || (variant === 'page' && currentQuery === '')
  const syncText = (): void => {
    setText(fieldOf(form.current)?.value ?? '')
    setActive(undefined)
  }
  const close = (): void => {
    setActive(undefined)
    setOpen(false)
  }
  const open = (): void => {
    syncText()
    setOpen(true)
  }
  const dismiss = (): void => {
    close()
    fieldOf(form.current)?.blur()
  }
  return { id, text, isShown, active, setActive, syncText, open, close, dismiss }
}

/**
 * WAI-ARIA combobox: arrow keys move, Enter opens the active option or searches, Escape clears and then closes. Events
 * of a composition are ignored.
 */
export function useSearchField(props: SearchBoxProps, list: RefObject<HTMLElement | null>): SearchFieldState {
  const { variant, form, currentQuery } = props
  const navigate = useNavigate()
  const state = useFieldState(props)
  const { active, isShown } = state

  const onEscape = (field: HTMLInputElement): void => {
    if (field.value === '') return state.close()
    field.value = ''
    state.syncText()
  }
  /** Handles a key. Returns whether it was handled. */
  const handleKey = ({ key, keyCode }: KeyboardEvent, field: HTMLInputElement): boolean => {
    // Closed before the focus moves: otherwise a scrollable list would receive the focus and then disappear.
    if (key === 'Tab') state.close()
    if (!isShown && steps[key]) {
      state.open()
      return true
    }
    const next = optionAfter({ list, active }, key)
    if (next !== null) state.setActive(next?.id)
    else if (key === 'Escape') onEscape(field)
    else if (key !== 'Enter') return false
    else if (keyCode !== inputMethodKeyCode) {
      const chosen = optionsOf({ list, active }).find(({ id }) => id === active)
      chosen?.click()
      return chosen !== undefined
    }
    return true
  }
  const submit = (field: HTMLInputElement): void => {
    const q = field.value.trim()
    if (q === '') return
    state.dismiss()
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
      if (handleKey(event, field)) event.preventDefault()
    } else if (event.type === 'focusout') state.close()
    else if (!(event instanceof InputEvent && event.isComposing)) state.open()
  })
  const syncAfterHydration = useEffectEvent(() => {
    if (variant !== 'header') return
    if (focusedField() === null) state.close()
    else state.syncText()
  })
  // The input may have lost the focus or changed between the first render and this effect.
  useEffect(() => syncAfterHydration(), [])
  useEffect(() => {
    // Does not take the focus from another input.
    if (variant === 'page' && currentQuery === '' && focusedField() === null)
      fieldOf(form.current)?.focus({ preventScroll: true })
  }, [variant, form, currentQuery])
  useEffect(() => setComboboxAttributes(fieldOf(form.current), state))
  return state
}
