import type { PartnerProduct } from '@yunmu/contract'
import { useSearchParams } from 'react-router'
import { PlacePreview } from '../../domains/partners/place-preview.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { adFormUrl } from '../../lib/urls.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { BookedAnswer } from './booked-answer.tsx'
import { BookingForm } from './booking-form.tsx'
import styles from './booking-page.module.css'
import { bookingTexts } from './booking-texts.ts'
import { segmentValue } from './product-address.ts'
import { useBooking } from './use-booking.ts'

const maxPreviews = 2

/** The booking form; the answer takes its place. */
export function BookingPage() {
  const texts = useTexts(bookingTexts)
  const [query] = useSearchParams()
  const products = useCall('partnerProducts', {}).data?.list ?? []
  const named = segmentValue(query.get('product') ?? '')
  const booking = useBooking(products.some(({ id }) => id === named) ? named : null, texts.problems)
  const chosen = products.filter(({ id }) => booking.products.includes(id))
  return (
    <main className={styles.page}>
      <PageMeta page="Ads" title={texts.title} description={texts.lead} canonical={adFormUrl} />
      {booking.booked ? (
        <BookedAnswer booked={booking.booked} products={chosen} />
      ) : (
        <>
          <div>
            <h1>{texts.title}</h1>
            <p className={styles.lead}>{texts.lead}</p>
            <BookingForm booking={booking} products={products} />
          </div>
          <Aside chosen={chosen.slice(-maxPreviews)} />
        </>
      )}
    </main>
  )
}

/** Previews of what is chosen, and what happens next. */
function Aside({ chosen }: { chosen: readonly PartnerProduct[] }) {
  const texts = useTexts(bookingTexts)
  return (
    <aside className={styles.aside}>
      {chosen.length > 0 && (
        <div className={styles.previews}>
          <h2>{texts.chosen}</h2>
          {chosen.map(({ id, kind, name, facts }) => (
            <figure key={id}>
              <PlacePreview kind={kind} />
              <figcaption>
                <b>{name}</b>
                <span>{facts.at(-1)?.value}</span>
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      <ol className={styles.steps}>
        {texts.steps.map(({ name, line }) => (
          <li key={name}>
            {name}
            <span>{line}</span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
