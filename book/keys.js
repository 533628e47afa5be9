// What mdbook's pages lack for those who use keys alone: its button for the contents takes the focus and Enter, and what can
// be scrolled takes the focus and arrows.
{
  const button = document.querySelector("#sidebar-toggle");
  button.setAttribute("role", "button");
  button.tabIndex = 0;
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.click();
  });
  const scrolls = () => {
    for (const box of document.querySelectorAll("main pre > code, main .table-wrapper")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  scrolls();
  addEventListener("load", scrolls);
  addEventListener("resize", scrolls);
}
