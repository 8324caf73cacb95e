import { Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import { Link, useLocation } from 'react-router'
import { useTexts } from '../../lib/text/texts.ts'
import { searchUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './search-field.module.css'
import { searchFieldTexts } from './search-field-texts.ts'

/** `header`: a field where there is room for it, else the way to the page of its own. */
export type SearchLook = 'header' | 'page'

export interface SearchBoxProps {
  look: SearchLook
  /** Holds the field, named `q`, and the box itself. */
  form: RefObject<HTMLFormElement | null>
  /** What the page at hand was asked for. */
  asked: string
}

const bareUrl = searchUrl({ q: '' })

/**
 * Where somebody types what to look for. By itself it is a form that asks for the page of results; `Box`, which comes to
 * life with the first focus, makes the rest of it.
 */
export function SearchField({ look, Box }: { look: SearchLook; Box: ComponentType<SearchBoxProps> }) {
  const texts = useTexts(searchFieldTexts)
  const { pathname, search } = useLocation()
  const asked = pathname === bareUrl ? (new URLSearchParams(search).get('q') ?? '') : ''
  const form = useRef<HTMLFormElement>(null)
  const [isAwake, setAwake] = useState(look === 'page')
  useEffect(() => {
    // Who was faster than the script.
    if (form.current?.contains(document.activeElement)) setAwake(true)
  }, [])
  return (
    <>
      {look === 'header' && (
        <Link to={bareUrl} className={styles.way} aria-label={texts.search} title={texts.search}>
          <Icon name="search" />
        </Link>
      )}
      <form
        ref={form}
        role="search"
        aria-label={look === 'header' ? texts.inHeader : texts.search}
        action={bareUrl}
        className={styles.form}
        data-look={look}
        data-bare={asked === '' || undefined}
      >
        <div className={styles.field}>
          <button type="submit" tabIndex={-1} className={styles.submit} aria-label={texts.search}>
            <Icon name="search" size={18} />
          </button>
          <input
            key={asked}
            type="search"
            name="q"
            defaultValue={asked}
            placeholder={texts.placeholder}
            aria-label={texts.search}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onFocus={() => setAwake(true)}
          />
          <span className={styles.hint} aria-hidden="true">
            {texts.enterHint}
          </span>
        </div>
        {isAwake && (
          <Suspense>
            <Box look={look} form={form} asked={asked} />
          </Suspense>
        )}
      </form>
    </>
  )
}
