import { createContext, use, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { PlayerIcon } from '../../player-icon.tsx'
import { useChrome, useChromeState } from '../chrome-context.ts'
import styles from './menu.module.css'

interface MenuProps {
  name: string
  label: string
  /** Content of the button: the current value or an icon. */
  buttonContent: ReactNode
  children: ReactNode
}

/** Closes the surrounding menu and focuses its button. */
const CloseMenu = createContext<() => void>(() => {})

const arrowStep = (key: string): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

/** A button with a menu above it. At most one menu is open; Escape closes it and focuses the button. */
export function Menu({ name, label, buttonContent, children }: MenuProps) {
  const { store } = useChrome()
  const isOpen = useChromeState(({ menu }) => menu === name)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The accessible name must contain the visible text (WCAG 2.5.3).
  const spoken = typeof buttonContent === 'string' && buttonContent !== label ? `${label} ${buttonContent}` : label
  const items = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

  useEffect(() => {
    if (!isOpen) return
    const checked = items().find((item) => item.getAttribute('aria-checked') === 'true')
    ;(checked ?? items()[0])?.focus({ preventScroll: true })
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !box.current?.contains(target)) store.setState({ menu: null })
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen, store])

  const close = (): void => {
    store.setState({ menu: null })
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen) return
    const step = arrowStep(event.key)
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return store.setState({ menu: null })
    else if (step !== 0) {
      const all = items()
      const at = all.findIndex((item) => item === document.activeElement)
      all[(at + step + all.length) % all.length]?.focus()
    } else if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={box} className={styles.box} onKeyDown={onKeyDown} role="presentation">
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={spoken}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => store.setState({ menu: isOpen ? null : name })}
      >
        {buttonContent}
      </button>
      {isOpen && (
        <div className={styles.menu} role="menu" aria-label={label} tabIndex={-1}>
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </div>
  )
}

interface MenuItemProps {
  isChecked: boolean
  onSelect: () => void
  tag?: string
  /** Muted content at the right end. */
  note?: ReactNode
  isDisabled?: boolean
  children: ReactNode
}

export function MenuItem({ isChecked, onSelect, tag, note, isDisabled = false, children }: MenuItemProps) {
  const close = use(CloseMenu)
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChecked}
      aria-disabled={isDisabled || undefined}
      tabIndex={-1}
      className={styles.item}
      onClick={() => {
        if (isDisabled) return
        onSelect()
        close()
      }}
    >
      <span className={styles.check}>{isChecked && <PlayerIcon name="check" size={16} />}</span>
      {children}
      {note !== undefined && <span className={styles.note}>{note}</span>}
      {tag !== undefined && <span className={styles.tag}>{tag}</span>}
    </button>
  )
}
