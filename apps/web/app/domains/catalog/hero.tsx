import type { Banner } from '@yunmu/contract'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { OverArtwork } from '../../ui/titles/over-artwork.tsx'
import { catalogTexts } from './catalog-texts.ts'
import { HeroWords } from './hero-words.tsx'
import styles from './hero.module.css'
import { useCarousel } from './use-carousel.ts'

const nextUpCount = 2

/**
 * The titles at the head of a page, one at a time over the whole width. A slide lasts as long as its bar takes to fill:
 * the bar's animation is the clock, so that whatever pauses it (pointer, focus, hidden tab) pauses the slides.
 */
export function Hero({ banners, look = 'home' }: { banners: readonly Banner[]; look?: 'home' | 'tab' }) {
  const texts = useTexts(catalogTexts)
  const pictures = usePictures()
  const { at, before, next, go, isHidden, isSettled, handlers } = useCarousel(banners.length)
  const banner = banners[at]
  if (!banner) return null
  const loaded = new Set([at, before, isSettled ? next : at])
  const nextUp = [...banners.slice(at + 1), ...banners.slice(0, at)].slice(0, nextUpCount)
  return (
    <section
      className={styles.hero}
      data-look={look}
      data-moved={before !== null || undefined}
      data-hidden={isHidden || undefined}
      aria-roledescription="carousel"
      aria-label={texts.featured}
      style={{ '--ink': banner.ink }}
      {...handlers}
    >
      <OverArtwork />
      <div className={styles.pictures}>
        {banners.map(
          (slide, place) =>
            loaded.has(place) && (
              <img
                key={slide.id}
                {...pictures(slide.backdrop, 'wide')}
                sizes="(max-width: 599px) 836px, 100vw"
                alt=""
                fetchPriority={place === 0 ? 'high' : 'low'}
                data-place={place === at ? 'current' : place === before ? 'before' : 'next'}
                style={{ '--focus': `${slide.focus * 100}%` }}
              />
            ),
        )}
      </div>
      <div className={styles.inner}>
        <HeroWords key={banner.id} banner={banner} />
        <div className={styles.bars}>
          {banners.map((slide, place) => (
            <button
              key={slide.id}
              type="button"
              className={styles.bar}
              aria-label={texts.slide(place + 1, slide.name)}
              aria-current={place === at || undefined}
              onClick={() => go(place)}
            >
              <span onAnimationEnd={() => go(at + 1)} />
            </button>
          ))}
        </div>
      </div>
      {nextUp.length > 0 && (
        <div className={styles.nextUp}>
          {nextUp.map((slide) => (
            <button
              key={slide.id}
              type="button"
              aria-label={texts.nextUp(slide.name)}
              onClick={() => go(banners.indexOf(slide))}
            >
              <img
                {...pictures(slide.img, 'poster')}
                sizes="126px"
                width={126}
                height={189}
                alt=""
                fetchPriority="low"
              />
              <span>{slide.name}</span>
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
