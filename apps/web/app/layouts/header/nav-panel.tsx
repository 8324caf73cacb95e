import { useEffect } from 'react'
import { navChildren } from '../../domains/site/nav-children.ts'
import { useTopCategories } from '../../domains/site/use-top-categories.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Link } from '../../ui/link.tsx'
import { deferredTexts } from '../extras/deferred-texts.ts'
import { HotTitles } from './hot-titles.tsx'
import styles from './header.module.css'

interface NavPanelProps {
  id: string
  /** Key of the entry. */
  of: string
  close: () => void
  onLoaded: () => void
}

/** The submenu of an entry of the navigation; that of the home entry shows the most watched titles. */
export default function NavPanel({ id, of, close, onLoaded }: NavPanelProps) {
  const isHome = of === 'index'
  return (
    <ul id={id} className={styles.panel} data-hot={isHome || undefined}>
      {isHome ? <HotTitles close={close} onLoaded={onLoaded} /> : <Links of={of} close={close} onLoaded={onLoaded} />}
    </ul>
  )
}

function Links({ of, close, onLoaded }: Omit<NavPanelProps, 'id'>) {
  const texts = useTexts(deferredTexts)
  const navs = useCall('indexNavs', {}).data
  const topCategories = useTopCategories()
  useEffect(() => onLoaded(), [onLoaded])
  const links = navs ? navChildren(of, navs, topCategories, texts) : []
  return links.map(({ key, label, to }) => (
    <li key={key}>
      <Link to={to} onClick={close}>
        {label}
      </Link>
    </li>
  ))
}
