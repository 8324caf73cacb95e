import { redirect } from 'react-router'
import icon from '../ui/icons/site-icon.svg'

/** Where programs look that read no page's head: the icon's address changes with its content. */
export function loader() {
  return redirect(icon)
}
