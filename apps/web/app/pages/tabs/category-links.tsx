import { Link } from '../../ui/link.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { browseUrl, rankUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './category-links.module.css'
import { tabsTexts } from './tabs-texts.ts'

interface CategoryLinksProps {
  id: number
  /** As in addresses. */
  name: string
  /** Whether there is no hero above it. */
  isFirst: boolean
}

/** Links to a category's children and genres. Addresses contain simplified names in both scripts. */
export function CategoryLinks({ id, name, isFirst }: CategoryLinksProps) {
  const texts = useTexts(tabsTexts)
  const find = (script?: 's') => ({ id, script })
  const source = useCategory(find('s'))
  const shown = useCategory(find()) ?? source
  if (!source || !shown) return null
  const children = source.children.map((child, at) => ({
    text: shown.children[at]?.name ?? child.name,
    to: browseUrl(child.name),
  }))
  const genres = source.genres.map((genre, at) => ({
    text: shown.genres[at] ?? genre,
    to: browseUrl(name, { genre }),
  }))
  return (
    <nav className={styles.words} aria-label={texts.ways(shown.name)} data-first={isFirst || undefined}>
      <LinkRow label={texts.channels} links={children} />
      <LinkRow label={texts.genres} links={genres} />
      <p className={styles.all}>
        <Link to={browseUrl(name)}>
          {texts.whole(shown.name)}
          <Icon name="next" size={14} />
        </Link>
        <Link to={rankUrl({ type: id })}>
          {texts.board}
          <Icon name="next" size={14} />
        </Link>
      </p>
    </nav>
  )
}

function useCategory({ id, script }: { id: number; script: 's' | undefined }) {
  const { data } = useCall('vodListType', {}, script === undefined ? {} : { script })
  return data?.list.find((category) => category.id === id)
}

function LinkRow({ label, links }: { label: string; links: readonly { text: string; to: string }[] }) {
  if (links.length === 0) return null
  return (
    <div className={styles.line}>
      <span className={styles.label}>{label}</span>
      <ul className={styles.list}>
        {links.map(({ text, to }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
