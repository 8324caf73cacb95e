import { Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { searchUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './search-field.module.css'
import { searchFieldTexts } from './search-field-texts.ts'

/** `header`: an input, or a link to the search page if there is no room; `page`: the input of the search page. */
export type SearchVariant = 'header' | 'page'

export interface SearchBoxProps {
  variant: SearchVariant
  /** Contains the input, named `q`, and the panel. */
  form: RefObject<HTMLFormElement | null>
  /** Query of the current search page. */
  currentQuery: string
}

const searchPageUrl = searchUrl({ q: '' })

/**
 * Search input. Without script it is a form that opens the results page; `Box` is loaded on first focus and adds
 * suggestions.
 */
export function SearchField({ variant, Box }: { variant: SearchVariant; Box: ComponentType<SearchBoxProps> }) {
  const texts = useTexts(searchFieldTexts)
  const { pathname, search } = useLocation()
  const currentQuery = pathname === searchPageUrl ? (new URLSearchParams(search).get('q') ?? '') : ''
  const form = useRef<HTMLFormElement>(null)
  const [isActive, setActive] = useState(variant === 'page')
  useEffect(() => {
    // The input may have been focused before hydration.
    if (form.current?.contains(document.activeElement)) setActive(true)
  }, [])
  return (
    <>
      {variant === 'header' && (
        <Link to={searchPageUrl} className={styles.way} aria-label={texts.search} title={texts.search}>
          <Icon name="search" />
        </Link>
      )}
      <form
        ref={form}
        role="search"
        aria-label={variant === 'header' ? texts.inHeader : texts.search}
        action={searchPageUrl}
        className={styles.form}
        data-look={variant}
        data-bare={currentQuery === '' || undefined}
      >
        <div className={styles.field}>
          <button type="submit" tabIndex={-1} className={styles.submit} aria-label={texts.search}>
            <Icon name="search" size={18} />
          </button>
          <input
            key={currentQuery}
            type="search"
            name="q"
            defaultValue={currentQuery}
            placeholder={texts.placeholder}
            aria-label={texts.search}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onFocus={() => setActive(true)}
          />
          <span className={styles.hint} aria-hidden="true">
            {texts.enterHint}
          </span>
        </div>
        {isActive && (
          <Suspense>
            <Box variant={variant} form={form} currentQuery={currentQuery} />
          </Suspense>
        )}
      </form>
    </>
  )
}
