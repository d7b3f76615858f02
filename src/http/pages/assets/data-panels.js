/** Moves the content of an open panel to the left until it is inside the window. */
function keepInside(panel) {
  const content = panel.querySelector('div');
  content.style.translate = 'none';
  const over = content.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
  if (over > 0) content.style.translate = `${-over}px`;
}

/** Closes a panel. The focus moves from its content to its button. */
export function closePanel(panel) {
  const isFocused = panel.querySelector('div').contains(document.activeElement);
  panel.open = false;
  if (isFocused) panel.querySelector('summary').focus();
}

/** Keeps the panels of a form inside the window. A panel closes when you click elsewhere, or press Escape. */
export function keepPanels(form) {
  const panels = [...form.querySelectorAll('.panel')];
  const resized = new ResizeObserver(() => panels.filter(({ open }) => open).forEach(keepInside));
  for (const panel of panels) {
    panel.addEventListener('toggle', () => panel.open && keepInside(panel));
    resized.observe(panel.querySelector('div'));
  }
  resized.observe(document.documentElement);
  // Not at a click: Enter in a panel clicks the button of the form too.
  document.addEventListener('pointerdown', ({ target }) => {
    for (const panel of panels) if (panel.open && !panel.contains(target)) panel.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    const panel = panels.find(({ open }) => open);
    if (key !== 'Escape' || !panel) return;
    panel.open = false;
    panel.querySelector('summary').focus();
  });
}
