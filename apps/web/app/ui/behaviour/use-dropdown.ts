import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
} from 'react'

const openAfterMs = 80
const closeAfterMs = 160

/** Setter of the one panel that was opened by a press or a key. It closes when another panel opens. */
let pinned: SetOpen | null = null

type SetOpen = Dispatch<SetStateAction<boolean>>

function pin(setOpen: SetOpen): void {
  if (pinned !== setOpen) pinned?.(false)
  pinned = setOpen
  setOpen(true)
}

function updatePinned(setOpen: SetOpen, isOpen: boolean): void {
  if (isOpen && pinned !== setOpen) pinned?.(false)
  if (!isOpen && pinned === setOpen) pinned = null
}

export interface Dropdown {
  isOpen: boolean
  toggle: () => void
  close: () => void
  /** Call this when a lazily loaded panel has rendered. */
  onPanelLoaded: () => void
  /** Props of the element that contains the trigger and the panel. */
  box: {
    ref: RefObject<HTMLDivElement | null>
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: (event: PointerEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

const arrowStep = (key: string): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

function useOutsidePress(box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const pressed = useEffectEvent(({ target }: Event): void => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })
  useEffect(() => {
    if (!isOpen) return
    const listener = (event: Event): void => pressed(event)
    document.addEventListener('pointerdown', listener)
    return () => document.removeEventListener('pointerdown', listener)
  }, [isOpen])
}

/**
 * A panel that opens on hover, and on Enter or ArrowDown with the focus on its first entry. The first focusable element
 * in the box is the trigger. Escape closes it and focuses the trigger. A panel that contains a focused input, or was
 * opened by a press, stays open when the pointer leaves, until a press outside. With `ignoresEnter`, Enter keeps the
 * trigger's own action.
 */
export function useDropdown({ ignoresEnter = false }: { ignoresEnter?: boolean } = {}): Dropdown {
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const timer = useRef<number | undefined>(undefined)
  const wantsFocus = useRef(false)
  const focusables = (): HTMLElement[] => [...(ref.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])]
  const setOpenLater = (open: boolean, event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    if (!open && (pinned === setOpen || ref.current?.querySelector('input:focus'))) return
    timer.current = window.setTimeout(() => setOpen(open), open ? openAfterMs : closeAfterMs)
  }
  const onPanelLoaded = (): void => {
    const [, first] = focusables()
    if (!wantsFocus.current || !first) return
    wantsFocus.current = false
    first.focus()
  }

  const onOpenChange = useEffectEvent(() => {
    if (isOpen) onPanelLoaded()
    else wantsFocus.current = false
    updatePinned(setOpen, isOpen)
  })
  useEffect(() => onOpenChange(), [isOpen])
  useOutsidePress(ref, isOpen, () => setOpen(false))
  useEffect(() => () => clearTimeout(timer.current), [])

  const onKeyDown = (event: KeyboardEvent): void => {
    const [trigger, ...entries] = focusables()
    const onTrigger = document.activeElement === trigger
    if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      trigger?.focus()
    } else if (onTrigger && !isOpen && (event.key === 'ArrowDown' || (event.key === 'Enter' && !ignoresEnter))) {
      event.preventDefault()
      wantsFocus.current = true
      pin(setOpen)
    } else if (isOpen && arrowStep(event.key) !== 0) {
      event.preventDefault()
      const at = entries.findIndex((entry) => entry === document.activeElement)
      const next = onTrigger ? 0 : (at + arrowStep(event.key) + entries.length) % entries.length
      entries[next]?.focus()
    }
  }

  return {
    isOpen,
    toggle: () => (isOpen && pinned === setOpen ? setOpen(false) : pin(setOpen)),
    close: () => setOpen(false),
    onPanelLoaded,
    box: {
      ref,
      onPointerEnter: (event) => setOpenLater(true, event),
      onPointerLeave: (event) => setOpenLater(false, event),
      onKeyDown,
      onBlur: ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !ref.current?.contains(relatedTarget)) setOpen(false)
      },
    },
  }
}
