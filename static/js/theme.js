// Light, dark or as the device: set before the first paint, remembered on this device.
(() => {
  "use strict";
  const NAME = "theme";
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  const chosen = () => {
    try {
      return localStorage.getItem(NAME) || "auto";
    } catch {
      return "auto"; // storage may be forbidden
    }
  };

  const apply = () => {
    const theme = chosen() === "auto" ? (dark.matches ? "dark" : "light") : chosen();
    document.documentElement.dataset.bsTheme = theme;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "dark" ? "#161a17" : "#f7f4ec");
    for (const button of document.querySelectorAll("[data-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.theme === chosen()));
    }
    for (const choice of document.querySelectorAll(".menu-theme")) choice.hidden = false;
  };

  apply();
  dark.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", apply);
  document.addEventListener("shell:shown", apply);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme]");
    if (!button) return;
    try {
      localStorage.setItem(NAME, button.dataset.theme);
    } catch {
      document.documentElement.dataset.bsTheme = button.dataset.theme;
    }
    apply();
  });
})();
