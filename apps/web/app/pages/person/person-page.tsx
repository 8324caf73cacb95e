import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { useState } from 'react'
import { useCall } from '../../lib/calls/call-query.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, personUrl } from '../../lib/urls.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { OverArtwork } from '../../ui/titles/over-artwork.tsx'
import styles from './person-page.module.css'
import { personTexts } from './person-texts.ts'
import { bestWork, groupsOf, isOfKind, type WorkGroup, type WorkKind, type WorkOrder } from './work-rules.ts'

type Person = ReplyFrom<'personDetail'>

const describedCount = 6

/** A person with works and co-workers. */
export function PersonPage({ name }: { name: string }) {
  const texts = useTexts(personTexts)
  const { data: person } = useCall('personDetail', { name })
  if (!person) return null
  const names = person.works.slice(0, describedCount).map(({ title }) => `《${title.name}》`)
  return (
    <main className={styles.page}>
      <PageMeta
        page="Person"
        placeholders={{ name: person.name }}
        title={texts.pageTitle(person.name)}
        description={texts.description(person.name, person.works.length, names.join(texts.separator))}
        image={person.portrait}
        canonical={personUrl(person.name)}
      />
      <PersonHeader person={person} />
      <div className={styles.below}>
        <Works works={person.works} />
        <Coworkers people={person.coworkers} />
      </div>
    </main>
  )
}

function PersonHeader({ person }: { person: Person }) {
  const texts = useTexts(personTexts)
  const pictures = usePictures()
  const { name, latin, portrait, works } = person
  const best = bestWork(works)
  const roles = [
    works.some(({ acted }) => acted) ? texts.actor : '',
    works.some(({ directed }) => directed) ? texts.director : '',
  ].filter((role) => role !== '')
  return (
    <section className={styles.head} aria-label={name}>
      <OverArtwork />
      <div className={styles.picture}>
        <img {...pictures(portrait, 'wide')} sizes="100vw" alt="" fetchPriority="high" />
      </div>
      <div className={styles.inner}>
        <div>
          {latin !== '' && <p className={styles.latin}>{latin}</p>}
          <h1 className={styles.name} style={{ '--length': [...name].length }}>
            {name}
          </h1>
          <p className={styles.facts}>{roles.join(' / ')}</p>
          {best && (
            <ButtonLink variant="primary" icon="play" to={detailsUrl(best.title)}>
              {texts.watchBest(best.title.name)}
            </ButtonLink>
          )}
        </div>
        <p className={styles.count}>
          <b>{works.length}</b>
          {texts.counted}
        </p>
      </div>
    </section>
  )
}

/** Works are listed up to this many until all are wanted. */
const initialCount = 12

function Works({ works }: Pick<Person, 'works'>) {
  const texts = useTexts(personTexts)
  const [kind, setKind] = useState<WorkKind>('all')
  const [order, setOrder] = useState<WorkOrder>('year')
  const [isOpen, setOpen] = useState(false)
  const counts = {
    acted: works.filter(({ acted }) => acted).length,
    directed: works.filter((one) => one.directed).length,
  }
  const kinds: { value: WorkKind; text: string }[] = [
    { value: 'all', text: texts.all(works.length) },
    ...(counts.acted > 0 ? [{ value: 'acted' as const, text: texts.acted(counts.acted) }] : []),
    ...(counts.directed > 0 ? [{ value: 'directed' as const, text: texts.directed(counts.directed) }] : []),
  ]
  const chosen = groupsOf(
    works.filter((work) => isOfKind(work, kind)),
    order,
  )
  const sorted = chosen.flatMap((group) => group.works)
  const shown = new Set(isOpen ? sorted : sorted.slice(0, initialCount))
  const hiddenCount = sorted.length - shown.size
  return (
    <section aria-label={texts.works}>
      <div className={styles.line}>
        <h2 className={styles.heading}>{texts.works}</h2>
        <Chips label={texts.kinds} options={kinds} chosen={kind} choose={setKind} />
        <div className={styles.order}>
          <Chips
            label={texts.order}
            options={[
              { value: 'year', text: texts.byYear },
              { value: 'score', text: texts.byScore },
            ]}
            chosen={order}
            choose={setOrder}
          />
        </div>
      </div>
      {chosen.map((group) => (
        <Group key={group.year} group={{ ...group, works: group.works.filter((work) => shown.has(work)) }} />
      ))}
      {hiddenCount > 0 && (
        <button type="button" className={styles.more} onClick={() => setOpen(true)}>
          {texts.showAll(hiddenCount)}
        </button>
      )}
    </section>
  )
}

function Group({ group: { year, works } }: { group: WorkGroup }) {
  const texts = useTexts(personTexts)
  if (works.length === 0) return null
  return (
    <div className={styles.group} data-plain={year === null || undefined}>
      {year !== null && <h3 className={styles.year}>{year === 0 ? texts.unknownYear : year}</h3>}
      <ul>
        {works.map((work) => (
          <Work key={work.title.id} work={work} />
        ))}
      </ul>
    </div>
  )
}

function Work({ work: { title, directed, acted, role } }: { work: Person['works'][number] }) {
  const texts = useTexts(personTexts)
  const pictures = usePictures()
  const part = acted ? role || texts.actor : ''
  const facts = [title.genres.slice(0, 2).join(' · '), title.remarks].filter((fact) => fact !== '')
  return (
    <li>
      <Link to={detailsUrl(title)} className={styles.work}>
        <img {...pictures(title.img, 'poster')} sizes="60px" width={60} height={90} alt="" loading="lazy" />
        <span className={styles.words}>
          <span className={styles.title}>{title.name}</span>
          <span>{[directed ? texts.director : '', part].filter((word) => word !== '').join(texts.separator)}</span>
          <span className={styles.muted}>{facts.join('　')}</span>
        </span>
        {title.score > 0 && <b>{title.score.toFixed(1)}</b>}
      </Link>
    </li>
  )
}

function Coworkers({ people }: { people: Person['coworkers'] }) {
  const texts = useTexts(personTexts)
  if (people.length === 0) return null
  return (
    <aside aria-label={texts.together}>
      <h2 className={styles.small}>{texts.together}</h2>
      <ul className={styles.people}>
        {people.map(({ name, isDirector, count }) => (
          <li key={name}>
            <Link to={personUrl(name)} className={styles.coworker}>
              <span className={styles.coname}>{name}</span>
              <span className={styles.muted}>{isDirector ? texts.director : texts.actor}</span>
              <span>{texts.worksTogether(count)}</span>
              <Icon name="next" size={14} />
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  )
}
