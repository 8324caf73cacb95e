/** From the top to the lower edge of the search field as dark as the golden ones need over white, then easing out. */
const fall = 'rgb(8 10 15/.76),rgb(8 10 15/.73) 56px,rgb(8 10 15/.46) 88px,rgb(8 10 15/.16) 122px,rgb(8 10 15/0) 150px'

/** Style of the page frame over a picture: transparent background and white text in both skins. */
const artworkStyle =
  `:root{--art-ground:transparent;--art-ink:#fff;--art-gold:#e8b866;--art-fall:linear-gradient(${fall});` +
  '--art-field:rgb(255 255 255/.14);--art-word:rgb(255 255 255/.86);' +
  '--art-rail:color-mix(in srgb,var(--ground) 82%,transparent)}'

/**
 * Mounted while the page begins with a picture. Sets colours only: the picture moves below the header by a margin of
 * its own, so that nothing moves when the browser paints the header before this style has arrived. Not solved by `:root:has()`, because that restyles the whole page
 * whenever an element is added or removed.
 */
export function OverArtwork() {
  return <style>{artworkStyle}</style>
}
