/** Copies by selection, for plain http: browsers offer the clipboard API over https only. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Appended inside an open dialog: its focus trap would take the focus from a field outside.
  (document.activeElement?.parentElement ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}

/** Resolves to false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyBySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Permission denied: copying by selection needs no permission.
    return copyBySelection(text);
  }
}
