import { Suspense, useEffect, useId, useRef, useState, type ComponentType, type RefObject } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '../../lib/texts.ts'
import { searchUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons.tsx'
import styles from './search-field.module.css'
import { searchFieldTexts } from './search-field-texts.ts'
import { useSlash } from './use-slash.ts'

export interface SearchPanelProps {
  look: 'header' | 'page'
  field: RefObject<HTMLInputElement | null>
  /** The id of the list of options. */
  id: string
  /** What is in the field; not what an input method is still at. */
  text: string
  active: string | undefined
  setActive: (id: string | undefined) => void
  /** Empties the field, which keeps the focus. */
  empty: () => void
  close: () => void
  /** Closes, and gives the focus up: another page is coming. */
  leave: () => void
}

interface SearchFieldProps {
  /** `header`: a field where there is room for it, else the way to the page of its own. */
  look: 'header' | 'page'
  Panel: ComponentType<SearchPanelProps>
}

/** How Safari calls the Enter that ends a composition: by then it says that nothing is composed any more. */
const ofInputMethod = 229

const bareUrl = searchUrl({ q: '' })

/**
 * Where somebody types what to look for. Without script it is a form that asks for the page of results; the panel is
 * loaded when it is wanted.
 */
export function SearchField({ look, Panel }: SearchFieldProps) {
  const texts = useTexts(searchFieldTexts)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const asked = pathname === bareUrl ? (new URLSearchParams(search).get('q') ?? '') : ''
  const field = useRef<HTMLInputElement>(null)
  const isComposing = useRef(false)
  const [text, setText] = useState(asked)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string>()
  const id = useId()
  useSlash(look === 'header' ? bareUrl : null)
  const write = (value: string): void => {
    setText(value)
    setActive(undefined)
    if (field.current && field.current.value !== value) field.current.value = value
  }
  useEffect(() => {
    // What somebody has begun to type before the page woke stays.
    if (document.activeElement !== field.current) write(asked)
    else setText(field.current?.value ?? '')
  }, [asked])
  useEffect(() => {
    if (look === 'page' && asked === '') field.current?.focus({ preventScroll: true })
  }, [look, asked])
  const open = (): void => {
    setText(field.current?.value ?? '')
    setOpen(true)
  }
  const close = (): void => {
    setActive(undefined)
    setOpen(false)
  }
  const leave = (): void => {
    close()
    field.current?.blur()
  }
  const isShown = isOpen || (look === 'page' && asked === '')
  return (
    <>
      {look === 'header' && (
        <Link
          to={bareUrl}
          className={styles.way}
          aria-label={texts.search}
          title={texts.search}
          aria-current={pathname === bareUrl ? 'page' : undefined}
        >
          <Icon name="search" />
        </Link>
      )}
      <form
        role="search"
        action={bareUrl}
        className={styles.form}
        data-look={look}
        data-bare={asked === '' || undefined}
        onSubmit={(event) => {
          event.preventDefault()
          const q = field.current?.value.trim() ?? ''
          if (q === '' || isComposing.current) return
          leave()
          void navigate(searchUrl({ q }))
        }}
      >
        <div className={styles.field}>
          <button type="submit" tabIndex={-1} className={styles.submit} aria-label={texts.search}>
            <Icon name="search" size={18} />
          </button>
          <input
            ref={field}
            type="search"
            name="q"
            defaultValue={asked}
            maxLength={100}
            placeholder={texts.placeholder}
            aria-label={texts.search}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? id : undefined}
            aria-activedescendant={active}
            onFocus={open}
            onClick={open}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.form?.contains(relatedTarget)) close()
            }}
            onInput={({ currentTarget }) => {
              if (isComposing.current) return
              write(currentTarget.value)
              setOpen(true)
            }}
            onCompositionStart={() => {
              isComposing.current = true
            }}
            onCompositionEnd={({ currentTarget }) => {
              isComposing.current = false
              write(currentTarget.value)
              setOpen(true)
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' && !isOpen) open()
              if (event.key === 'Enter' && event.keyCode === ofInputMethod) event.preventDefault()
            }}
          />
          <span className={styles.hint} aria-hidden="true">
            {texts.enterHint}
          </span>
        </div>
        {isShown && (
          <Suspense>
            <Panel {...{ look, field, id, text, active, setActive, close, leave }} empty={() => write('')} />
          </Suspense>
        )}
      </form>
    </>
  )
}
