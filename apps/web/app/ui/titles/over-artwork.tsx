/** What the frame looks like over a picture: transparent, with white words in both skins. */
const look =
  ':root{--art-under:calc(-1*var(--header));--art-ground:transparent;--art-ink:#fff;--art-gold:#e8b866;' +
  '--art-field:rgb(255 255 255/.14);--art-word:rgb(255 255 255/.86);' +
  '--art-rail:color-mix(in srgb,var(--ground) 82%,transparent)}'

/**
 * Tells the frame that the page begins with a picture, as long as it is there. The frame does not look for the picture:
 * a root that asks what it has (`:has()`) is styled anew, with all of the page, whenever an element comes or goes.
 */
export function OverArtwork() {
  return <style>{look}</style>
}
